/** Cards of the true size while a list of posts loads. */
import { Skeleton, SkeletonText } from '@atrium/sdk/web'

export function PostSkeleton({ cards = 3 }: { cards?: number }) {
  return (
    <div className="grid gap-4" aria-hidden="true">
      {Array.from({ length: cards }, (_, i) => (
        <div key={i} className="rounded-card border border-border bg-surface p-5">
          <div className="flex items-center gap-3">
            <Skeleton w={40} h={40} round />
            <div className="grid flex-1 gap-2">
              <Skeleton w="38%" h={14} />
              <Skeleton w="24%" h={12} />
            </div>
          </div>
          <div className="mt-4 grid gap-3">
            <Skeleton w="72%" h={22} />
            <SkeletonText lines={3} />
          </div>
        </div>
      ))}
    </div>
  )
}
