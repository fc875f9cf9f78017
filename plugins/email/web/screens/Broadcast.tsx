export default function Broadcast() { return null }
