import type { PageName, PageQuery } from '#contract/pages.ts'
import { go, useQueryString } from '#web/ui/location.ts'
import { useChoice } from '#web/ui/useChoice.ts'

/**
 * The pages that can stand beside the settings. 我的收藏 is a list of its own, and an account is not closed beside
 * something else, nor by a platform's answer that the settings might take for one of theirs.
 */
const BESIDE: readonly PageName[] = [
  'about',
  'archive',
  'bindTel',
  'blocked',
  'calendar',
  'feedback',
  'moveIn',
  'sessions',
  'taskCenter',
  'userProtocol',
]

/** The page of the settings that is shown, `show` in their address, and the way to another. */
export function useSettingPage() {
  const { wide, chosen, choose } = useChoice('setting', 'show')
  const { type = '' } = useQueryString()
  const beside = BESIDE.find((page) => page === chosen)

  function open(page: PageName, query: PageQuery = {}) {
    if (wide && BESIDE.includes(page)) choose({ show: page, ...query })
    else go(page, query)
  }

  /** Undefined where it would not stand beside the list. */
  function isBeside(page: PageName, query: PageQuery = {}): boolean | undefined {
    if (!wide || !BESIDE.includes(page)) return undefined
    return beside === page && (query.type ?? '') === type
  }

  return { wide, beside, type, open, isBeside }
}
