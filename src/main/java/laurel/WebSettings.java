package laurel;

import static laurel.Setting.flag;
import static laurel.Setting.text;

import laurel.Settings.Section;

/** Settings of the pages that browsers open. */
final class WebSettings {
    static final Section PAGES = new Section(
            "Pages",
            flag(
                    "laurel.web.enabled",
                    "true",
                    "Whether the page `/`, embedded leaderboards and the script of the widget are served. If not, `/`"
                            + " redirects to GraphiQL."),
            flag("laurel.web.admin-enabled", "true", "Whether the page of administrators, `/admin`, is served."),
            text(
                    "laurel.web.leaderboard",
                    "",
                    "Key of the leaderboard that the page shows first. If not set, the page chooses a public one."),
            text(
                    "laurel.web.frame-ancestors",
                    "",
                    "Origins of web pages that may embed `/embed/{leaderboard}` in a frame, separated by commas, such as"
                            + " `https://play.example`. `*` allows all pages. If not set, none may."),
            text(
                    "laurel.web.image-sources",
                    "*",
                    "Addresses that the images of participants may have, separated by commas, such as"
                            + " `https://images.example`. `*` allows all addresses with `https`."));

    private WebSettings() {}
}
