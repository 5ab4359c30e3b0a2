/** Queries of CloudWatch Logs Insights over the log groups of all functions. */

/** The maximum number of log groups of a query. */
const maxGroups = 50;

/**
 * Lambda itself reports a function that runs out of time or memory, or exits. If a start fails, the runtime writes the
 * error, with other members than the service does.
 */
const failures = `filter level in ["ERROR", "FATAL"] or (type in ["platform.report", "platform.initReport"] and ispresent(record.status) and record.status != "success")
| fields coalesce(message.name, message.errorType, errorType, record.errorType, record.status) as error`;

/** The queries by name; docs/headwater/operations.md explains them. */
const queries: Readonly<Record<string, string>> = {
  errors: `${failures}
| fields coalesce(message.message, message.errorMessage, errorMessage, message, type) as text, coalesce(message.requestId, record.requestId, requestId) as request
| display @timestamp, @log, error, message.code, message.failing, message.cause.name, message.cause.code, text, request, @logStream
| sort @timestamp desc
| limit 100`,
  'errors-by-operation': `${failures}
| stats count(*) as errors by @log, error, message.code, message.failing, message.cause.name, message.cause.code
| sort errors desc`,
  // The access log of the API contains neither the problem of a request nor the reason for refusing a credential.
  'failed-requests': `filter message.status >= 400
| fields @timestamp, message.routeKey, message.status, message.code, message.refused, message.owner, message.caller, message.credential, message.latency, message.requestId
| sort @timestamp desc
| limit 100`,
  'one-request': `fields @timestamp, level, message.operation, message.message, message.routeKey, message.status, message.code
| filter message.requestId = "put the X-Request-Id here"
| sort @timestamp asc`,
};

/** The queries as resources, by logical id. */
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
