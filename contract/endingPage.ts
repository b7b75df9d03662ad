/** The page about the end of the product; the agreement names it by this title. */
export const ENDING_TITLE = '如果我们停止运营'
