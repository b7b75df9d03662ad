export const TITLE = '一张票'
