/** Said of what is nowhere else and was promised to last: it lasts as long as the page (web/storage.ts). */
export const LOST_WITH_PAGE = '此浏览器不能保存，关闭页面会丢失'
