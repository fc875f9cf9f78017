/** What the SEO screen edits before it is saved. */
import type { RouteReply } from '@atrium/sdk/web'
import type contract from '../../../contract.ts'

export type Seo = RouteReply<(typeof contract)['routes']['seo']>
export type Problem = Seo['problems'][number]
export type SeoDraft = Omit<Seo, 'problems'>

export const draftOf = ({ problems: _problems, ...draft }: Seo): SeoDraft => draft
/** Without the address of the picture, which is only shown. */
export const bodyOf = ({ open_graph_image_url: _url, ...seo }: Partial<SeoDraft>) => seo
