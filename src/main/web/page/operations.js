// The GraphQL documents of the page. Each is also a file of graphql/operations/web/page, which tests compare and validate.

/** What a page shows of a leaderboard besides its standings. */
export const BOARD = /* GraphQL */ `
  query PageBoard($board: String! = "drivers") {
    leaderboard(key: $board) {
      key name description decimals entityTypes groupings clock archivedAt
      windowDefinitions {
        key kind interval length
      }
    }
  }
`;

/** A page of final standings by position, with the ranks in the previous window. */
export const FINAL_STANDINGS = /* GraphQL */ `
  query PageFinalStandings(
    $board: String! = "drivers" $window: WindowSelector = {relative: {offset: 1}}
    $group: GroupValues $first: Int = 25 $fromPosition: Int = 1
  ) {
    leaderboard(key: $board) {
      ranking(window: $window, group: $group) {
        standings(first: $first, fromPosition: $fromPosition) {
          nodes {
            position
            movement {
              previousRank
            }
          }
        }
        finalRanking {
          entryCount
          standings(first: $first, fromPosition: $fromPosition) {
            nodes {
              id rank position score
              participant {
                id externalId entityType name imageUrl
              }
            }
          }
        }
      }
    }
  }
`;

/** Groups to choose from: the values of an attribute. */
export const GROUPS = /* GraphQL */ `
  query PageGroups($attribute: String! = "constructor", $first: Int = 200) {
    groups(attribute: $attribute, first: $first) {
      nodes {
        value name
      }
      pageInfo {
        hasNextPage
      }
    }
  }
`;

/** Further public leaderboards that a page offers. */
export const MORE_BOARDS = /* GraphQL */ `
  query PageMoreBoards($first: Int = 200, $after: String) {
    leaderboards(first: $first, after: $after, filter: {visibility: PUBLIC}) {
      nodes {
        key name
      }
      pageInfo {
        hasNextPage endCursor
      }
    }
  }
`;

/** The standing of the participant that a page highlights. */
export const OWN_STANDING = /* GraphQL */ `
  query PageOwnStanding(
    $board: String! = "drivers" $window: WindowSelector $group: GroupValues
    $participant: ParticipantRef! = {external: {entityType: "DRIVER", externalId: "lewis-hamilton"}}
  ) {
    leaderboard(key: $board) {
      ranking(window: $window, group: $group) {
        standing(participant: $participant) {
          id rank position score
          participant {
            id externalId entityType name imageUrl
          }
          movement {
            previousRank
          }
        }
      }
    }
  }
`;

/** A participant with its standings in the open windows of a leaderboard, on other leaderboards, its streaks and badges. */
export const PARTICIPANT = /* GraphQL */ `
  query PageParticipant(
    $board: String! = "drivers"
    $participant: ParticipantRef! = {external: {entityType: "DRIVER", externalId: "lewis-hamilton"}}
  ) {
    participant(ref: $participant) {
      id externalId entityType name imageUrl
      here: standings(filter: {leaderboardKeys: [$board], windowStates: [OPEN, GRACE], groups: EVERYONE}, first: 16) {
        nodes {
          id rank score
          ranking {
            entryCount
            window {
              definitionKey state
            }
          }
        }
      }
      currentStandings(first: 5) {
        nodes {
          id rank score
          ranking {
            entryCount
            window {
              leaderboard {
                key name decimals
              }
            }
          }
        }
      }
      streaks {
        streak {
          key name period
        }
        currentLength longestLength lastActiveDate activeToday
      }
      badgeAwards(first: 16) {
        nodes {
          id awardedAt
          badge {
            key name description imageUrl
          }
        }
      }
    }
  }
`;

/** Windows of a definition that have started, newest first, and the names of seasons. */
export const PERIODS = /* GraphQL */ `
  query PagePeriods(
    $board: String! = "drivers" $definition: String $group: GroupValues $first: Int = 12 $after: String
    $seasons: Boolean! = false
  ) {
    leaderboard(key: $board) {
      windows(definitionKey: $definition, group: $group, first: $first, after: $after) {
        nodes {
          id kind name timeZone startsAt endsAt state
        }
        pageInfo {
          hasNextPage endCursor
        }
      }
      seasons(first: 100) @include(if: $seasons) {
        nodes {
          name
          window {
            id
          }
        }
      }
    }
  }
`;

/** A page of standings by position, with the ranks in the previous window. */
export const STANDINGS = /* GraphQL */ `
  query PageStandings(
    $board: String! = "drivers" $window: WindowSelector $group: GroupValues $first: Int = 25 $fromPosition: Int = 1
  ) {
    leaderboard(key: $board) {
      ranking(window: $window, group: $group) {
        entryCount
        window {
          id kind name definitionKey timeZone startsAt endsAt finalizesAt finalizedAt revision state
        }
        standings(first: $first, fromPosition: $fromPosition) {
          nodes {
            id rank position score
            participant {
              id externalId entityType name imageUrl
            }
            movement {
              previousRank
            }
          }
        }
      }
    }
  }
`;

/** The public leaderboards that a page offers, the demo that it prefers to others, the player who reads it, and a limit. */
export const START = /* GraphQL */ `
  query PageStart($first: Int = 40) {
    leaderboards(first: $first, filter: {visibility: PUBLIC}) {
      nodes {
        key name
      }
      pageInfo {
        hasNextPage endCursor
      }
    }
    demo: leaderboard(key: "live-season") {
      key
    }
    viewer {
      entityType externalId expiresAt
      participant {
        name imageUrl group
      }
    }
    service {
      limits {
        watchedParticipantCount
      }
    }
  }
`;
