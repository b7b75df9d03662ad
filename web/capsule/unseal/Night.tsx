import { TEXT } from '#contract/codes.ts'

/** In a page of the universe: where a capsule will come down, and nothing yet. */
export const Night = ({ title }: { title: string }) => (
  <div role="status" aria-busy="true">
    <h1 className="hidden">{title}</h1>
    <span className="hidden">{TEXT.loading}</span>
  </div>
)
