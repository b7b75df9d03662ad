import { configure } from '@testing-library/react'

/** A busy machine is slow, not wrong: nothing here is asserted about time. */
configure({ asyncUtilTimeout: 10_000 })
