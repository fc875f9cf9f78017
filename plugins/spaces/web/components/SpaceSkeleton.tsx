/** A space to come, in its true size. */
import { Skeleton } from '@atrium/sdk/web'

export const SpaceSkeleton = () => (
  <div className="grid gap-4">
    <Skeleton w="100%" h={150} />
    <Skeleton w={240} h={26} />
    <Skeleton w="60%" />
    <Skeleton w="100%" h={44} />
    <Skeleton w="100%" h={220} />
    <Skeleton w="100%" h={220} />
  </div>
)
