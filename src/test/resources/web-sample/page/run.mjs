export default 'page/run.mjs';
