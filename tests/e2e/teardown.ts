/** Removes the data of the run. */
import { rmSync } from 'node:fs'

export default function teardown() {
  if (process.env.E2E_DATA) rmSync(process.env.E2E_DATA, { recursive: true, force: true })
}
