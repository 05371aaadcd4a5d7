export default 'admin/admin.js';
