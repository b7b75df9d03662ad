import type { Output } from '#contract/calls.ts'
import { BLOCKED_EMPTY } from '#contract/report.ts'
import { usePages } from '#web/client/api.ts'
import { Author } from '#web/people/account/Author.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card, CardSkeletons } from '#web/ui/Card.tsx'
import { EmptyOrbit } from '#web/ui/drawings/EmptyOrbit.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { EndlessList } from '#web/ui/EndlessList.tsx'
import { Page } from '#web/ui/Page.tsx'
import styles from './Blocked.module.css'
import { useBlock } from './useBlock.ts'

/** Whom the person wants to see nothing of, and the way back. */
export function Blocked() {
  const people = usePages('blockedUsers', {}, (page) => page.users.data)
  return (
    <Page title="黑名单" back>
      <EndlessList
        className={styles.list}
        label="黑名单"
        query={people}
        render={(person) => <Person person={person} />}
        skeleton={<CardSkeletons count={3} size={40} />}
        empty={<Empty text={BLOCKED_EMPTY} drawing={<EmptyOrbit />} />}
      />
    </Page>
  )
}

function Person({ person }: { person: Output<'blockedUsers'>['users']['data'][number] }) {
  const { unblock, busy } = useBlock(person)
  return (
    <Card small className={styles.person}>
      <Author author={person} leads />
      <Button kind="quiet" busy={busy} label={`移出黑名单：${person.nickname}`} onClick={unblock}>
        移出
      </Button>
    </Card>
  )
}
