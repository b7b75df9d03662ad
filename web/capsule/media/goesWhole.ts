type File = { name?: string | undefined; whole?: 1 | 2 | undefined }

/**
 * Tells an owner, before others are given these files, which of them go unchanged, and which of those may reveal where they
 * were taken. Undefined where such data is removed from every file.
 */
export function goesWholeText(files: readonly File[]): string | undefined {
  const whole = files.filter((file) => file.whole)
  if (whole.length === 0) return undefined
  const telling = whole.filter((file) => file.whole === 2)
  const said = `${namesOf(whole)}会原样交给别人`
  if (telling.length === 0) return said
  return `${said}，${telling.length === whole.length ? '' : `其中${namesOf(telling)}`}可能含拍摄地点`
}

const namesOf = (files: readonly File[]): string => files.map(({ name }) => `「${name || '未命名的文件'}」`).join('')
