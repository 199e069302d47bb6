"""Stripe's own library signs and reads the events that the server is sent."""

import itertools
import json
import time

import pytest
import stripe

from conftest import HERE

SECRET = "whsec_tests"
PAGE = "/v1/webhooks/stripe"
DAY = 86_400


@pytest.fixture
def server(serve, tmp_path):
    secrets = tmp_path / "webhooks.json"
    secrets.write_text(json.dumps({"schema": 1, "stripe": ["whsec_older", SECRET]}))
    return serve(HERE / "Desk.gate", "--webhooks", secrets)


def subscription(user, status="active", start=0, end=30):
    """A subscription as Stripe tells of it; days are counted from now."""
    now = int(time.time())
    item = {
        "id": f"si_{user}", "object": "subscription_item", "quantity": 1,
        "current_period_start": now + start * DAY, "current_period_end": now + end * DAY,
        "price": {"id": "price_annual", "object": "price", "product": "prod_annual"},
    }
    return {
        "id": f"sub_{user}", "object": "subscription", "customer": f"cus_{user}",
        "status": status, "created": now + start * DAY, "start_date": now + start * DAY,
        "cancel_at_period_end": False, "cancel_at": None, "canceled_at": None, "ended_at": None,
        "trial_start": None, "trial_end": None, "pause_collection": None, "livemode": True,
        "metadata": {"user_id": user}, "items": {"object": "list", "data": [item]},
    }


def event(name, content, ago=0):
    return json.dumps({
        "id": f"evt_{name}_{content['id']}_{ago}", "object": "event", "type": name,
        "api_version": "2025-03-31.basil", "created": int(time.time()) - ago, "livemode": True,
        "pending_webhooks": 1, "request": None, "data": {"object": content},
    })


def signed(body, at=None, secret=SECRET):
    at = int(time.time()) if at is None else at
    signature = stripe.WebhookSignature._compute_signature(f"{at}.{body}", secret)
    return f"t={at},v1={signature}"


def send(server, body, header=None):
    return server.post(PAGE, body, Stripe_Signature=signed(body) if header is None else header)


def linked(server, user):
    page = f"/v1/users/{user}/links/stripe/cus_{user}"
    assert server.ask("PUT", page).status_code == 204


def test_an_event_changes_access(server):
    linked(server, "ada")
    body = event("customer.subscription.created", subscription("ada"))
    # What the library takes, the server takes.
    assert stripe.Webhook.construct_event(body, signed(body), SECRET)["type"]
    assert server.outcome("ada", "csv-export") == "denied"
    answer = send(server, body)
    assert (answer.status_code, answer.json()) == (200, {"result": "used"})
    assert server.outcome("ada", "csv-export") == "allowed"
    # Again, it changes nothing.
    assert send(server, body).json() == {"result": "repeated"}
    over = subscription("ada", "canceled", -30, 0)
    over["ended_at"] = over["canceled_at"] = int(time.time())
    assert send(server, event("customer.subscription.deleted", over)).status_code == 200
    assert server.outcome("ada", "csv-export") == "denied"
    assert send(server, body).status_code == 200
    assert server.outcome("ada", "csv-export") == "denied"


def test_what_stripe_did_not_sign_is_refused(server):
    body = event("customer.subscription.created", subscription("ada"))
    now = int(time.time())
    linked(server, "ada")
    for text, header in [
        (body.replace("cus_ada", "cus_eve"), signed(body)),
        (body + " ", signed(body)),
        (body, signed(body, at=now - 301)),
        (body, signed(body, secret="whsec_wrong")),
        (body, signed(body, secret="")),
        (body, signed(body).replace("v1=", "v0=")),
        (body, signed(body)[:-1]),
        (body, ""), (body, "t=,v1="), (body, "nonsense"), (body, f"t={now}"),
    ]:
        with pytest.raises(stripe.SignatureVerificationError):
            stripe.Webhook.construct_event(text, header, SECRET)
        answer = send(server, text, header)
        assert answer.status_code == 400, (header, answer.text)
    assert server.outcome("ada", "csv-export") == "denied"
    # A secret that is replaced is still taken, and one signature of several is enough.
    older = signed(body, secret="whsec_older")
    both = signed(body, secret="whsec_gone") + "," + signed(body).split(",")[1]
    assert send(server, body, older).status_code == 200
    assert send(server, body, both).status_code == 200
    assert server.outcome("ada", "csv-export") == "allowed"


def test_every_order_gives_the_same_access(server):
    ended = subscription("x", "canceled", -30, -10)
    ended["ended_at"] = ended["canceled_at"] = int(time.time()) - 10 * DAY
    stories = {
        "allowed": [
            ("customer.subscription.created", subscription("x", "active", -30, -1), 30 * DAY),
            ("customer.subscription.updated", subscription("x", "past_due", -30, -1), DAY),
            ("customer.subscription.updated", subscription("x", "active", -1, 29), 60),
        ],
        "denied": [
            ("customer.subscription.created", subscription("x", "active", -30, 5), 30 * DAY),
            ("customer.subscription.updated", subscription("x", "active", -30, 6), 20 * DAY),
            ("customer.subscription.deleted", ended, 10 * DAY),
        ],
    }
    for outcome, story in stories.items():
        known = set()
        for number, order in enumerate(itertools.permutations(story)):
            user = f"{outcome}-{number}"
            linked(server, user)
            for name, content, ago in order + order[:2]:
                text = json.dumps(content).replace("cus_x", f"cus_{user}")
                text = text.replace('"user_id": "x"', f'"user_id": "{user}"')
                body = event(name, json.loads(text), ago)
                assert send(server, body).status_code == 200
            assert server.outcome(user, "csv-export") == outcome, order
            known.add(json.dumps(server.get(f"/v1/users/{user}").json().get("grants")))
        assert len(known) == 1, known


def test_what_cannot_be_used_is_no_error(server):
    for name, content in [
        ("invoice.finalized", {"id": "in_1", "object": "invoice"}),
        ("something.new", {"id": "x", "object": "thing"}),
    ]:
        answer = send(server, event(name, content))
        assert (answer.status_code, answer.json()["result"]) == (200, "ignored")
