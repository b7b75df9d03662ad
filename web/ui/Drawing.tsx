type Props = { lines: readonly string[]; size?: number | undefined }

/** A sign in lines, on a ground of 24 by 24, for what the icons' library does not have. */
export const Drawing = ({ lines, size = 24 }: Props) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.75}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    {lines.map((d) => (
      <path key={d} d={d} />
    ))}
  </svg>
)
