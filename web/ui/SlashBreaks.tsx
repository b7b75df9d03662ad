import { Fragment } from 'react'

/** A text that may go on in the next line after each of its slashes: a date in large letters is wider than its place. */
export const SlashBreaks = ({ text }: { text: string }) =>
  text.split('/').map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, in their order
    <Fragment key={at}>
      {at > 0 && (
        <>
          /<wbr />
        </>
      )}
      {part}
    </Fragment>
  ))
