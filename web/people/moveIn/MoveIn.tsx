import { MOVE_IN_TITLE } from '#contract/importSource.ts'
import { useLeavePrompt } from '#web/client/useLeavePrompt.ts'
import { confirm } from '#web/ui/ask.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Choosing } from './Choosing.tsx'
import { Done, DoneFooter } from './Done.tsx'
import { Preview, PreviewFooter } from './Preview.tsx'
import { Reading } from './Reading.tsx'
import { Sending, SendingFooter } from './Sending.tsx'
import { useMoveIn } from './useMoveIn.ts'

const LEAVING = {
  title: '离开会停下搬家',
  text: '已经搬来的都在。下次再选一次同一个文件，就会接着来。',
  ok: '离开',
  cancel: '接着搬',
}

/** Diaries from elsewhere, and one's own archive: chosen, read on this device, looked at, and only then sent. */
export function MoveIn() {
  const { stage, choose, chooseAnew, start, startAgain, pause, goOn } = useMoveIn()
  useLeavePrompt(
    () => stage.at === 'sending' && !stage.failed,
    () => confirm(LEAVING),
  )
  if (stage.at === 'preview')
    return (
      <Page
        title={MOVE_IN_TITLE}
        back
        footer={
          <PreviewFooter ahead={stage.ahead} onStart={(way) => void start({ ...stage, ...way })} onAnew={chooseAnew} />
        }
      >
        <Preview outline={stage.reader.outline} ahead={stage.ahead} name={stage.name} />
      </Page>
    )
  if (stage.at === 'sending')
    return (
      <Page
        title={MOVE_IN_TITLE}
        back
        footer={
          <SendingFooter
            sending={stage}
            onPause={pause}
            onGoOn={stage.failed ? () => void startAgain(stage) : goOn}
            onAnew={chooseAnew}
          />
        }
      >
        <Sending sending={stage} />
      </Page>
    )
  if (stage.at === 'done')
    return (
      <Page title={MOVE_IN_TITLE} back footer={<DoneFooter newest={stage.ahead.to} onAnew={chooseAnew} />}>
        <Done written={stage.written} leftOut={[...stage.reader.outline.leftOut, ...stage.leftOut]} />
      </Page>
    )
  return (
    <Page title={MOVE_IN_TITLE} back>
      {stage.at === 'reading' ? (
        <Reading source={stage.source} done={stage.done} all={stage.all} onCancel={chooseAnew} />
      ) : (
        <Choosing failed={stage.failed} onChoose={(source, files) => void choose(source, files)} />
      )}
    </Page>
  )
}
