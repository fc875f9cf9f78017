/** In a panel of the editor, until what it shows is there. */
import { Loading, SkeletonText } from '@atrium/sdk/web'

export const Waiting = () => (
  <Loading className="p-4">
    <SkeletonText lines={6} />
  </Loading>
)
