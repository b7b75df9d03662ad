import type { Card, Detail } from '#contract/capsule.ts'
import { formatChina } from '#contract/time.ts'
import { unsealButton } from '#contract/unseal.ts'
import { confirm } from '#web/ui/ask.tsx'
import { Button } from '#web/ui/Button.tsx'
import { go } from '#web/ui/location.ts'

const LEADS = {
  unseal: (card: Card) => go('unseal', { id: card.id }),
  deblocking: (card: Card) => go('deblocking', { id: card.id, name: card.long_tag }),
} as const

type Props = { card: Card & Pick<Detail, 'received_as'>; now: number }

/** Changes by itself when the open time comes. Before that only its owner may ask for it. */
export function UnsealButton({ card, now }: Props) {
  const button = unsealButton(card, formatChina(now))
  if (!button) return undefined
  const { label, leads, prompt = '' } = button
  if (leads === 'deblocking' && card.received_as !== undefined) return undefined
  if (leads === 'nowhere')
    return (
      <Button kind="secondary" block disabled whyDisabled={prompt}>
        {label}
      </Button>
    )
  return (
    <Button
      // A sealed capsule is meant to wait: the request to open it early is a quiet button.
      kind={leads === 'unseal' ? 'primary' : 'quiet'}
      block
      onClick={async () => {
        if (await confirm({ title: card.long_tag && `《${card.long_tag}》`, text: prompt })) LEADS[leads](card)
      }}
    >
      {label}
    </Button>
  )
}
