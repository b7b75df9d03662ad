/** Said of text that is stored nowhere else and was promised to last: it lasts as long as the page (web/client/storage/storage.ts). */
export const LOST_WITH_PAGE = '此浏览器不能保存，关闭页面会丢失'
