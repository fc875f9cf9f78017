/** Our own blocks, in the order of the editor's list. */
import type { PageBlock } from '../../../contract.ts'
import { actions } from './actions.ts'
import { code } from './code.ts'
import { community } from './community.ts'
import { hero } from './hero.ts'
import { layouts } from './layout.ts'
import { listed } from './lists.ts'
import { media } from './media.ts'
import { texts } from './texts.ts'

export const ownBlocks: PageBlock[] = [hero, ...listed, ...actions, ...media, ...texts, ...layouts, code, ...community]
