export default 'embed/embed.js';
