export default 'widget/view.js';
