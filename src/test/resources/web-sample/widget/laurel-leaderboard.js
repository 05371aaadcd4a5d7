export default 'widget/laurel-leaderboard.js';
