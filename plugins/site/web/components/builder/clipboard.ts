/** A block that was copied: it can be put into any page of the community, in another tab too. */
import { readStored, writeStored } from '@atrium/sdk/web'
import type { Block } from '../../../contract.ts'
import { copyOf } from './data.ts'

const KEY = 'site.block'
export const clip = (block: Block): void => void writeStored(KEY, block)
/** With ids of its own. */
export function clipped(): Block | null {
  const block = readStored<Block>(KEY)
  return block && typeof block.type === 'string' && typeof block.props?.id === 'string' ? copyOf(block) : null
}
