import { type CapsuleForm, FORM } from '#contract/capsule.ts'
import type { Words } from './useLeaveQuestion.tsx'

const STAY = '继续写'

/** The words for the content of each form. */
const MADE: Record<CapsuleForm, string> = { [FORM.text]: '刚写的内容', [FORM.graphic]: '刚放入的内容' }

type InBox = { form: CapsuleForm; isInBox: boolean }

/** The question before leaving a text that can go to the draft box; `isInBox`: an earlier version lies there and stays. */
export const toDraftBoxWords = ({ form, isInBox }: InBox): Words => ({
  title: '是否存入草稿箱?',
  text: isInBox ? '选「否」，刚改的内容会被丢弃，草稿箱里的保持原样' : `选「否」，${MADE[form]}会被丢弃`,
  discard: '否',
  keep: '是',
  stay: STAY,
})

const UNTOUCHED = { diary: '日记', draft: '草稿' }

/** The question before leaving a diary; `held`: the server's copy, which stays as it is. */
export const diaryWords = (held: keyof typeof UNTOUCHED | undefined): Words => ({
  title: '内容还没有保存，是否保存？',
  text: held
    ? `选「不保存」，刚改的内容会被丢弃，原来的${UNTOUCHED[held]}保持原样`
    : '选「不保存」，刚写的内容会被丢弃',
  discard: '不保存',
  keep: '保存',
  stay: STAY,
})
