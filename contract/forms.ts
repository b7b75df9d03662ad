// Forms that a text may not have – tables, small type above letters, what folds – as the ones it may: they lose their form
// and keep their words, and separate words stay separate. The cleaner judges the result like any other text.

const CELL_GAP = ' | '
/** Blocks of pages from elsewhere, without those that our texts may have. */
const BLOCKS =
  'table|caption|tr|details|summary|section|article|aside|header|footer|main|nav|figure|figcaption|address|pre|dl|dt|dd|h4|h5|h6|fieldset|legend|form|center|hgroup'
const TAG = new RegExp(`<(/?)(${BLOCKS}|td|th|rt|p|div)(?=[\\s/>])`, 'gi')
/** The brackets around small type, for browsers that cannot show it; ours stand in their place. */
const BRACKETS = /<rp\s*>[^<]{0,4}<\/rp\s*>/gi

/** The same words in the forms of our own texts: a line for each row, its cells with a sign between; 漢（hàn） for small type. */
export function inOurForms(html: string): string {
  let inCell = false
  let begun = false
  const forms: Record<string, (end: boolean) => string> = {
    // The end of a row, as of a cell, may be left out.
    tr: (end) => (begun && !end ? `</div>${block(end)}` : block(end)),
    td: cell,
    th: cell,
    rt: (end) => (end ? '）</span' : '（<span'),
    // Paragraphs within a cell become words of that cell.
    p: (end) => (inCell ? inline(end) : ''),
    div: (end) => (inCell ? inline(end) : ''),
  }
  function cell(end: boolean): string {
    inCell = !end
    if (end) return '</span'
    const gap = begun ? CELL_GAP : ''
    begun = true
    return `${gap}<span`
  }
  function block(end: boolean): string {
    inCell = false
    begun = false
    return end ? '</div' : '<div'
  }
  return html
    .replace(BRACKETS, '')
    .replace(TAG, (tag, slash: string, name: string) => (forms[name.toLowerCase()] ?? block)(slash !== '') || tag)
}

const inline = (end: boolean): string => (end ? ' </span' : '<span')
