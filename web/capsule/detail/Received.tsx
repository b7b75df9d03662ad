import { HIDDEN_NONE } from '#contract/capsule.ts'
import { RECEIVED_EMPTY } from '#contract/receiver.ts'
import { usePages } from '#web/client/api.ts'
import { EmptyOrbit } from '#web/ui/drawings/EmptyOrbit.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { EndlessList } from '#web/ui/EndlessList.tsx'
import { go } from '#web/ui/location.ts'
import styles from './CapsuleCard.module.css'
import { CapsuleCard, CapsuleSkeletons } from './CapsuleCard.tsx'
import { HiddenFilter } from './HiddenFilter.tsx'

/** `beside`: where the chosen capsule stands beside its list. */
export type ListProps = { beside: { chosen: string | undefined; choose: (id: string) => void } | undefined }

/** The capsules that others have sent, those to be opened now first; or those that were hidden from the list. */
export function Received({ beside, hidden }: ListProps & { hidden: 0 | 1 }) {
  const capsules = usePages('received', { hidden }, (page) => page.capsules.data)
  const show = (id: string) => (beside ? beside.choose(id) : go('capsuleDetail', { id, isOther: '0' }))
  return (
    <>
      <HiddenFilter tab="received" hidden={hidden} />
      <EndlessList
        className={styles.grid}
        query={capsules}
        render={(card) => (
          <CapsuleCard
            key={card.id}
            card={card}
            from={card.from}
            chosen={beside && beside.chosen === card.id}
            onTap={() => show(card.id)}
          />
        )}
        skeleton={<CapsuleSkeletons />}
        empty={<Empty text={hidden ? HIDDEN_NONE : RECEIVED_EMPTY} drawing={<EmptyOrbit />} />}
      />
    </>
  )
}
