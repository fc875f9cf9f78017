/** Cards to come, in their true size. */
import { Skeleton } from '@atrium/sdk/web'

export const GridSkeleton = () => (
  <div className="grid gap-3 desk:grid-cols-2">
    {[1, 2, 3, 4, 5, 6].map((card) => (
      <Skeleton key={card} w="100%" h={112} />
    ))}
  </div>
)
