/** Never shown to others as what many look for, however many do. */
const BLOCKED = ['赌博', '博彩', '毒品', '冰毒', '色情', '裸聊', '约炮', '嫖娼', '枪支', '代开发票', '身份证号']
/** A number somebody can be reached by, or known by. */
const NUMBER = /\d{6,}/

export const isBlocked = (keyword: string): boolean =>
  NUMBER.test(keyword.replace(/[\s-]/g, '')) || BLOCKED.some((word) => keyword.includes(word))
