/** What EventBridge sends to the function of a schedule, as far as functions read it. @param time Milliseconds since 1970. */
export function scheduledEvent(time: number): object {
  return { 'detail-type': 'Scheduled Event', time: new Date(time).toISOString() };
}
