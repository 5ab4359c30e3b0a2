/** Queries of CloudWatch Logs Insights over the log groups of all functions. */

/** A query reads this many log groups. */
const maxGroups = 50;

/**
 * A function that runs out of time or memory, or ends by itself, writes no line: Lambda reports it. Of a start that fails,
 * the runtime writes the error, with other members than the service does.
 */
const failures = `filter level in ["ERROR", "FATAL"] or (type in ["platform.report", "platform.initReport"] and ispresent(record.status) and record.status != "success")
| fields coalesce(message.name, message.errorType, errorType, record.errorType, record.status) as error`;

/** The names of these are in docs/operations.md. */
const queries: Readonly<Record<string, string>> = {
  errors: `${failures}
| fields coalesce(message.message, message.errorMessage, errorMessage, message, type) as text, coalesce(message.requestId, record.requestId, requestId) as request
| display @timestamp, @log, error, message.code, message.failing, message.cause.name, message.cause.code, text, request, @logStream
| sort @timestamp desc
| limit 100`,
  'errors-by-operation': `${failures}
| stats count(*) as errors by @log, error, message.code, message.failing, message.cause.name, message.cause.code
| sort errors desc`,
  // Who got which problem, and why a credential was refused: the access log of the API knows none of it.
  'failed-requests': `filter message.status >= 400
| fields @timestamp, message.routeKey, message.status, message.code, message.refused, message.owner, message.caller, message.credential, message.latency, message.requestId
| sort @timestamp desc
| limit 100`,
  'one-request': `fields @timestamp, level, message.operation, message.message, message.routeKey, message.status, message.code
| filter message.requestId = "put the X-Request-Id here"
| sort @timestamp asc`,
};

/** By logical id. */
export function savedQueries(prefix: string, functions: readonly string[]) {
  const groups = functions.map((name) => `/aws/lambda/${name}`);
  const parts = Array.from({ length: Math.ceil(groups.length / maxGroups) }, (_, part) =>
    groups.slice(part * maxGroups, (part + 1) * maxGroups),
  );
  const resources = Object.entries(queries).flatMap(([name, QueryString], index) =>
    parts.map((LogGroupNames, part) => {
      const suffix = part === 0 ? '' : `-${part + 1}`;
      const Properties = { Name: `${prefix}/${name}${suffix}`, QueryString, LogGroupNames };
      const id = `LogQuery${index + 1}${part === 0 ? '' : `Part${part + 1}`}`;
      return [id, { Type: 'AWS::Logs::QueryDefinition', Properties }] as const;
    }),
  );
  return Object.fromEntries(resources);
}
