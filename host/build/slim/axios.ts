// The class is the library; its default instance would bring the parts for forms, cookies, fetch and servers.
export { default as Axios } from 'axios/unsafe/core/Axios.js';
