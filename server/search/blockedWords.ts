/** Never shown to others as what many look for, however many do. */
const BLOCKED = ['赌博', '博彩', '毒品', '冰毒', '色情', '裸聊', '约炮', '嫖娼', '枪支', '代开发票', '身份证号']
/** A number somebody can be reached by, or known by. */
const NUMBER = /\p{Nd}{6,}/u
/** What is put between letters so that a word is not seen. */
const BETWEEN = /[^\p{L}\p{N}]/gu

export function isBlocked(keyword: string): boolean {
  const word = keyword.replace(BETWEEN, '')
  return NUMBER.test(word) || BLOCKED.some((blocked) => word.includes(blocked))
}
