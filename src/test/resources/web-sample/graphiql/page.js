export default 'graphiql/page.js';
