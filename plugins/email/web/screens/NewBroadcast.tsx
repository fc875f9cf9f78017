export default function NewBroadcast() { return null }
