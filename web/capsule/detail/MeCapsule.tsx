import { Search } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Card } from '#contract/capsule.ts'
import { HIDDEN_NONE, MY_EMPTY } from '#contract/capsule.ts'
import { useFirstPage, usePages } from '#web/client/api.ts'
import { useCopy } from '#web/client/offline/useCopy.ts'
import { Button } from '#web/ui/Button.tsx'
import { CopyMark } from '#web/ui/CopyMark.tsx'
import { EmptyOrbit } from '#web/ui/drawings/EmptyOrbit.tsx'
import { FarPlanet } from '#web/ui/drawings/FarPlanet.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { EndlessList } from '#web/ui/EndlessList.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { go, useQueryString } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { PageOf } from '#web/ui/PageOf.tsx'
import { Invitation, Panes } from '#web/ui/Panes.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { useChoice } from '#web/ui/useChoice.ts'
import styles from './CapsuleCard.module.css'
import { CapsuleCard, CapsuleSkeletons } from './CapsuleCard.tsx'
import { HiddenFilter } from './HiddenFilter.tsx'
import { type ListProps, Received } from './Received.tsx'
import { SealedSheet } from './SealedSheet.tsx'

const TABS = [
  { value: 'closed', label: '未解封' },
  { value: 'open', label: '已解封' },
  { value: 'received', label: '收到的' },
] as const
type Tab = (typeof TABS)[number]['value']
const LISTS = { closed: 'myClosedCapsules', open: 'myOpenCapsules', received: 'received' } as const

/** My capsules, those still sealed, those open and those I have received; the tab stands in the address, so that back finds it again. */
export function MeCapsule() {
  const asked = useQueryString()
  const tab = TABS.find(({ value }) => value === asked.tab)?.value ?? 'closed'
  const hidden = asked.hidden === '1' ? 1 : 0
  const fresh = useFirstPage()
  const { wide, chosen, choose } = useChoice('meCapsule', 'id')
  function turn(next: Tab) {
    fresh(LISTS[next])
    go('meCapsule', { tab: next }, { replace: true })
  }
  if (chosen && !wide) return <PageOf name="capsuleDetail" />
  const beside = wide ? { chosen, choose: (id: string) => choose({ tab, hidden: hidden ? '1' : '', id }) } : undefined
  return (
    <Page title="我的胶囊" mood="universe" back right={<SearchMine />} wide panes={wide}>
      <Beside chosen={beside && { id: chosen }}>
        <Tabs value={tab} onChange={turn} items={TABS}>
          {tab === 'closed' && <Closed beside={beside} />}
          {tab === 'open' && <Open beside={beside} hidden={hidden} />}
          {tab === 'received' && <Received beside={beside} hidden={hidden} />}
        </Tabs>
      </Beside>
    </Page>
  )
}

const SearchMine = () => <IconButton label="搜索" icon={Search} onClick={() => go('ownSearch')} />

/** The chosen capsule beside the list, where there is room. */
function Beside({ chosen, children }: { chosen: { id: string | undefined } | undefined; children: ReactNode }) {
  if (!chosen) return children
  return (
    <Panes
      chosen={chosen.id}
      label="选中的胶囊"
      detail={<PageOf name="capsuleDetail" />}
      invitation={<Invitation drawing={<FarPlanet />} text="选一枚胶囊，在这里看看它" />}
    >
      {children}
    </Panes>
  )
}

function Closed({ beside }: ListProps) {
  const capsules = usePages('myClosedCapsules', {}, (page) => page.capsules.data)
  const [shown, setShown] = useState<Card>()
  const [open, setOpen] = useState(false)
  const show = (card: Card) => {
    setShown(card)
    setOpen(true)
  }
  return (
    <>
      <EndlessList
        className={styles.grid}
        query={capsules}
        render={(card) => (
          <CapsuleCard
            key={card.id}
            card={card}
            chosen={beside && beside.chosen === card.id}
            onTap={() => (beside ? beside.choose(card.id) : show(card))}
          />
        )}
        skeleton={<CapsuleSkeletons />}
        empty={<Empty text={MY_EMPTY} drawing={<EmptyOrbit />} action={<Make />} />}
      />
      <SealedSheet card={shown} open={open} onOpenChange={setOpen} />
    </>
  )
}

/** The open capsules in the list, or those that were hidden from it. */
function Open({ beside, hidden }: ListProps & { hidden: 0 | 1 }) {
  const { query: capsules, copiedAt } = useCopy(
    'opened',
    hidden ? 'hidden' : '',
    usePages('myOpenCapsules', { hidden }, (page) => page.capsules.data),
  )
  const show = (id: string) => (beside ? beside.choose(id) : go('capsuleDetail', { id, isOther: '0' }))
  return (
    <>
      <HiddenFilter tab="open" hidden={hidden} />
      <CopyMark at={copiedAt} />
      <EndlessList
        className={styles.grid}
        query={capsules}
        render={(card) => (
          <CapsuleCard
            key={card.id}
            card={card}
            chosen={beside && beside.chosen === card.id}
            onTap={() => show(card.id)}
          />
        )}
        skeleton={<CapsuleSkeletons />}
        empty={
          <Empty
            text={hidden ? HIDDEN_NONE : MY_EMPTY}
            drawing={<EmptyOrbit />}
            action={hidden ? undefined : <Make />}
          />
        }
      />
    </>
  )
}

const Make = () => (
  <Button kind="primary" onClick={() => go('timeCapsule')}>
    制作我的胶囊
  </Button>
)
