/** Reads the name and the clock of a leaderboard, which its subscriptions do not have. */
const LEADERBOARD = /* GraphQL */ `
  query WidgetLeaderboard($board: String! = "drivers") {
    leaderboard(key: $board) {
      name
      clock
    }
  }
`;

/** Times in milliseconds after which a read is repeated: the least after the first failure, and the most after several. */
const [LEAST_PAUSE, MOST_PAUSE] = [5_000, 300_000];

export class BoardReader {
  #client;
  #key;
  #found;
  #reading = false;
  #again;
  #failures = 0;
  #closed = false;

  /** `found` receives the leaderboard, which is null if it does not exist. */
  constructor(client, key, found) {
    this.#client = client;
    this.#key = key;
    this.#found = found;
  }

  /** Reads at once, and after a failure again, not before the service allows it. */
  async read() {
    if (this.#reading) {
      return;
    }
    clearTimeout(this.#again);
    this.#reading = true;
    const request = this.#client.query(LEADERBOARD, { board: this.#key });
    await request.then(({ leaderboard }) => this.#found(leaderboard), (error) => this.#fail(error));
    this.#reading = false;
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#again);
  }

  /** The subscriptions report errors. */
  #fail({ retryAfter }) {
    if (!this.#closed) {
      const least = Math.min(LEAST_PAUSE * 2 ** this.#failures++, MOST_PAUSE);
      const pause = Math.max((retryAfter ?? 0) * 1000, least) * (1 + Math.random() / 2);
      this.#again = setTimeout(() => this.read(), pause);
    }
  }
}
