export default 'client/laurel-client.js';
