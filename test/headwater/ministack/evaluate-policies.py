"""Evaluates policies with MiniStack's own evaluator, which takes condition keys that its services do not send.

Reads {"policies": [document], "requests": [{"action", "resource", "context"}]} and prints a list of "Allow", "Deny" and
"ImplicitDeny".
"""

import json
import sys

from ministack.core.iam_evaluator import EvalContext, evaluate, parse_policy_document

given = json.load(sys.stdin)
policies = [parse_policy_document(document) for document in given["policies"]]


def decide(request):
    context = {key.lower(): value for key, value in request.get("context", {}).items()}
    return evaluate(
        EvalContext(
            principal_arn="arn:aws:iam::000000000000:role/ci",
            principal_type="AssumedRole",
            principal_account="000000000000",
            action=request["action"],
            resource_arn=request["resource"],
            region="us-east-1",
            source_ip="127.0.0.1",
            secure_transport=True,
            service_context=context,
        ),
        policies,
    ).decision


json.dump([decide(request) for request in given["requests"]], sys.stdout)
