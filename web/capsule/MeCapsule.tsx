import { useState } from 'react'
import type { Card } from '#contract/capsule.ts'
import { MY_EMPTY } from '#contract/capsule.ts'
import { useFirstPage, usePages } from '#web/api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { EndlessList } from '#web/ui/EndlessList.tsx'
import { go, useQueryString } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import styles from './CapsuleCard.module.css'
import { CapsuleCard, CapsuleSkeletons } from './CapsuleCard.tsx'
import { SealedSheet } from './SealedSheet.tsx'

const TABS = [
  { value: 'closed', label: '未解封' },
  { value: 'open', label: '已解封' },
] as const

/** My capsules, those still sealed and those open; the tab stands in the address, so that back finds it again. */
export function MeCapsule() {
  const tab = useQueryString().tab === 'open' ? 'open' : 'closed'
  const fresh = useFirstPage()
  function turn(next: 'open' | 'closed') {
    fresh(next === 'open' ? 'myOpenCapsules' : 'myClosedCapsules')
    go('meCapsule', { tab: next }, { replace: true })
  }
  return (
    <Page title="我的胶囊" mood="universe" back wide>
      <Tabs value={tab} onChange={turn} items={TABS}>
        {tab === 'closed' ? <Closed /> : <Open />}
      </Tabs>
    </Page>
  )
}

function Closed() {
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
        render={(card) => <CapsuleCard key={card.id} card={card} onTap={() => show(card)} />}
        skeleton={<CapsuleSkeletons />}
        empty={<Empty text={MY_EMPTY} action={<Make />} />}
      />
      <SealedSheet card={shown} open={open} onOpenChange={setOpen} />
    </>
  )
}

function Open() {
  const capsules = usePages('myOpenCapsules', {}, (page) => page.capsules.data)
  return (
    <EndlessList
      className={styles.grid}
      query={capsules}
      render={(card) => (
        <CapsuleCard key={card.id} card={card} onTap={() => go('capsuleDetail', { id: card.id, isOther: '0' })} />
      )}
      skeleton={<CapsuleSkeletons />}
      empty={<Empty text={MY_EMPTY} action={<Make />} />}
    />
  )
}

const Make = () => (
  <Button kind="primary" onClick={() => go('timeCapsule')}>
    制作我的胶囊
  </Button>
)
