import { Button } from '#web/ui/Button.tsx'

type Props = { nickname: string; follows: boolean; isMutual?: boolean; onClick: () => void }

/** Says how it stands; a press turns it over. */
export function FollowButton({ nickname, follows, isMutual, onClick }: Props) {
  const text = follows ? (isMutual ? '互相关注' : '已关注') : '关注'
  return (
    <Button
      kind={follows ? 'secondary' : 'primary'}
      label={follows ? `${text}，取消关注${nickname}` : `关注${nickname}`}
      onClick={onClick}
    >
      {text}
    </Button>
  )
}
