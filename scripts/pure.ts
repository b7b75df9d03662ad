/**
 * Functions that make schemas: calls of these, and of methods on them, have no effect of their own, so the build leaves out
 * those whose result no page uses. Bare names, of any file: no page may call something else by one of them (test/borders.ts).
 */
export const PURE = [
  'z',
  'shortText',
  'paged',
  'walked',
  'pageSize',
  'flag',
  'card',
  'madeInput',
  'foretold',
  'inputsInEditor',
  'pageInput',
  'walkInput',
  'diaryRow',
  'longTag',
  'contactInput',
  'contentInput',
  'keyAnswer',
  'capsuleForm',
  'description',
  'sendWord',
  'openTime',
]
