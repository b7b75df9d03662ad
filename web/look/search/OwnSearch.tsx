import { type FormEvent, useRef, useState } from 'react'
import { OWN_SEARCH_NONE, whyNotKeyword } from '#contract/search.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyLens } from '#web/ui/drawings/EmptyLens.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { EndlessList } from '#web/ui/EndlessList.tsx'
import { useQueryString, useRequery } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { KeywordField } from './KeywordField.tsx'
import { OwnFilters } from './OwnFilters.tsx'
import { OwnFoundRow, OwnFoundSkeletons } from './OwnFound.tsx'
import styles from './OwnSearch.module.css'
import { isNothing, queryOf, useOwnSearch, type Wanted, wantedIn } from './ownSearch.ts'

/** The search of one's own diaries and opened capsules. The search stands in the address, so that back finds it. */
export function OwnSearch() {
  const wanted = wantedIn(useQueryString())
  const requery = useRequery()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(wanted.keyword)
  const [asked, setAsked] = useState(wanted.keyword)
  const [wrong, setWrong] = useState<string>()
  // Led to another search from elsewhere.
  if (asked !== wanted.keyword) {
    setAsked(wanted.keyword)
    setTyped(wanted.keyword)
  }
  const found = useOwnSearch(wanted)
  const want = (more: Partial<Wanted>) => requery('ownSearch', queryOf({ ...wanted, ...more }), { replace: true })

  function type(words: string) {
    setTyped(words)
    setWrong(undefined)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    const why = typed.trim() || isNothing({ ...wanted, keyword: '' }) ? whyNotKeyword(typed) : undefined
    setWrong(why)
    if (why) return
    field.current?.blur()
    want({ keyword: typed.trim() })
  }
  /** The typed keyword is searched for too, unless it is invalid. */
  const typedWords = () => (typed.trim() && whyNotKeyword(typed) ? wanted.keyword : typed.trim())
  function clear() {
    type('')
    want({ keyword: '' })
  }

  return (
    <Page title="搜索" back>
      <form className={styles.form} onSubmit={submit} noValidate>
        <KeywordField
          field={field}
          placeholder="日记和已解封的胶囊里的几个字"
          typed={typed}
          error={wrong}
          onType={type}
          onClear={clear}
        />
        <Button type="submit">搜索</Button>
      </form>
      <OwnFilters wanted={wanted} onWant={(more) => want({ keyword: typedWords(), ...more })} />
      {isNothing(wanted) ? (
        <Empty
          text="写过的日记、解封了的胶囊，还有别人寄来、你打开过的，都能在这里找到；还封存着的不会。"
          drawing={<EmptyLens />}
        />
      ) : (
        <>
          <p role="status" className="hidden">
            {found.data && `找到${found.data.length}${found.hasNextPage ? '个以上' : '个'}`}
          </p>
          <EndlessList
            query={found}
            label="搜索结果"
            render={(row) => <OwnFoundRow row={row} refresh={() => found.refetch({ cancelRefetch: false })} />}
            skeleton={<OwnFoundSkeletons />}
            empty={<Empty text={OWN_SEARCH_NONE} drawing={<EmptyLens />} />}
          />
        </>
      )}
    </Page>
  )
}
