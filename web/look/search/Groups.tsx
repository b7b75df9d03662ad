import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { type FoundOwner, SEARCH_EMPTY } from '#contract/search.ts'
import { useSwiper } from '#web/capsule/media/useSwiper.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyLens } from '#web/ui/drawings/EmptyLens.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { EndlessList } from '#web/ui/EndlessList.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { CapsuleFound, FoundSkeletons, OwnerFound } from './Found.tsx'
import { type FoundCapsules, type FoundOwners, groupText } from './found.ts'
import styles from './Groups.module.css'
import type { ResultsPlace } from './Search.tsx'

type Props = {
  owners: FoundOwners
  capsules: FoundCapsules
  place: ResultsPlace | undefined
  onChange: () => void
  onCapsule: (id: string, place: ResultsPlace) => void
  onOwner: (owner: FoundOwner, place: ResultsPlace) => void
}

/** Two lists side by side, of which one is seen; the first that has something is seen first. */
export function Groups({ owners, capsules, place, onChange, onCapsule, onOwner }: Props) {
  const first = owners.data?.length === 0 && capsules.data?.length !== 0 ? 1 : 0
  const { viewport, at, to } = useSwiper(place?.group ?? first, () => undefined)
  const { slides, tops } = useTops(place?.tops)
  const items = [
    { value: '0', label: groupText('昵称', owners) },
    { value: '1', label: groupText('标题', capsules) },
  ]
  const empty = (
    <Empty text={SEARCH_EMPTY} drawing={<EmptyLens />} action={<Button onClick={onChange}>换个关键词</Button>} />
  )
  return (
    <>
      <Tabs value={String(at)} onChange={(place) => to(Number(place))} items={items} label="搜索结果" />
      <div ref={viewport} className={styles.viewport}>
        <div ref={slides} className={styles.slides}>
          <Slide name="昵称" seen={at === 0}>
            <EndlessList
              query={owners}
              label="昵称"
              inPopup
              render={(owner) => <OwnerFound owner={owner} onTap={() => onOwner(owner, { group: at, tops: tops() })} />}
              empty={empty}
              skeleton={<FoundSkeletons />}
            />
          </Slide>
          <Slide name="标题" seen={at === 1}>
            <EndlessList
              query={capsules}
              label="标题"
              inPopup
              render={(capsule) => (
                <CapsuleFound capsule={capsule} onTap={() => onCapsule(capsule.id, { group: at, tops: tops() })} />
              )}
              empty={empty}
              skeleton={<FoundSkeletons />}
            />
          </Slide>
        </div>
      </div>
    </>
  )
}

/** How far each slide is scrolled: to begin with as it was left. */
function useTops(left: number[] | undefined) {
  const slides = useRef<HTMLDivElement>(null)
  const [start] = useState(left)
  useLayoutEffect(() => {
    for (const [place, slide] of [...(slides.current?.children ?? [])].entries()) slide.scrollTop = start?.[place] ?? 0
  }, [start])
  return { slides, tops: () => [...(slides.current?.children ?? [])].map(({ scrollTop }) => scrollTop) }
}

const Slide = ({ name, seen, children }: { name: string; seen: boolean; children: ReactNode }) => (
  <section className={styles.slide} aria-label={name} inert={!seen}>
    {children}
  </section>
)
