import type { Source } from './borders.ts'

/**
 * Our own texts say 你, count capsules in 枚 and credits in 个 (decisions 11). To the letter stand the specification's sentences,
 * the legal texts, and messages that leave us: each SMS is registered word by word, and letters reach strangers.
 */
const TO_THE_LETTER = [
  /您(母亲|父亲|小学班主任|初中班主任|高中班主任|大学辅导员)的姓名是？|您的(生肖|农历生日|身份证号|学号)是？/g,
  /请选择您的问题|您确定清空历史记录吗？|您确定要解绑吗？|抱歉，您访问的页面走丢了|请至少选择一个胶囊数量/g,
]
const OF_OTHERS = /^server\/(people\/account\/agreements\/|platform\/message\/texts\.ts)/
/** Stories of the demonstration count hearts and tomatoes. */
const STORIES = /^server\/start\/demo\//

const RULES: [found: RegExp, elsewhere: RegExp | undefined][] = [
  [/[^\s'"`<>]{0,6}您[^\s'"`<>]{0,6}/g, undefined],
  [/[^\s'"`<>]{0,6}颗[^\s'"`<>]{0,4}/g, STORIES],
  // Credits are counted in 个: 6个时光胶囊.
  [/[一几这0-9}]\s?个(?!时光|日记|预测)[^\s'"`<>，。]{0,6}胶囊/g, undefined],
]

const isOurs = ({ path }: Source): boolean =>
  /^(contract|server|web)\/.*\.(tsx?|html)$/.test(path) &&
  !/\.(test|fixture)\.tsx?$/.test(path) &&
  !OF_OTHERS.test(path)

/** Texts of ours that address people as 您, count anything in 颗, or capsules in 个. */
export const strayWords = (sources: Source[]): string[] =>
  sources.filter(isOurs).flatMap(({ path, text }) => {
    const own = TO_THE_LETTER.reduce((left, sentence) => left.replace(sentence, ''), text)
    return RULES.flatMap(([found, elsewhere]) =>
      elsewhere?.test(path) ? [] : [...own.matchAll(found)].map(([words]) => `${path}: ${words}`),
    )
  })
