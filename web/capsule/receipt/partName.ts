import { type CapsuleType, TYPE } from '#contract/capsule.ts'

const NAMES: Record<string, string> = {
  id: '胶囊编号',
  type: '胶囊种类',
  sealed_at: '封存时间',
  open_time: '打开时间',
  title: '标题',
  words: '寄语',
  description: '描述',
  confidence: '把握',
}
const FORETOLD: Record<string, string> = { 'text 1': '预测', 'remark 1': '结论' }
const NUMBERED = /^(text|picture|file|poster|place|remark) (\d+)(?:\.(\d+))?$/

/** A part of a capsule as people call it. Texts, files and places are counted by themselves, `among` all parts there are. */
export function partName(part: string, among: readonly string[], type: CapsuleType): string {
  const [, kind, item, more] = NUMBERED.exec(part) ?? []
  if (!kind) return NAMES[part] ?? part
  if (type === TYPE.forecast && FORETOLD[part]) return FORETOLD[part]
  const nth = (of: string) => among.filter((one) => isUpTo(one, of, Number(item))).length
  if (kind === 'text') return `第${nth('text')}段文字`
  if (kind === 'picture') return `第${nth('text')}段文字里的第${more}张图片`
  if (kind === 'file') return `第${nth('file')}个文件`
  if (kind === 'poster') return `第${nth('file')}个文件的封面`
  if (kind === 'place') return `第${nth('place')}个地点`
  return `第${item}项的备注`
}

function isUpTo(part: string, kind: string, item: number): boolean {
  const [, of, n] = NUMBERED.exec(part) ?? []
  return of === kind && Number(n) <= item
}
