/**
 * What makes schemas: calls of these, and of what is called on these, have no effect of their own, so the build leaves out
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
