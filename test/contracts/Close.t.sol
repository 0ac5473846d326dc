// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ITaskEscrow} from "../../contracts/ITaskEscrow.sol";
import {OperatorLedger} from "../../contracts/OperatorLedger.sol";
import {FundedEscrowTest} from "./support/EscrowTest.sol";

contract CloseTest is FundedEscrowTest {
    function test_closeReturnsTheRewardsOfUnpaidSlotsToTheFunder() public {
        release(id, 1, doer);
        release(id, 4, doer);
        vm.expectEmit(address(escrow));
        emit ITaskEscrow.Closed(id, funder, 30 * TAX);
        close(someTerms());
        equal(token.balanceOf(funder) - before, 30 * TAX, "returned");
        equal(escrow.totalHeld(), 0, "held");
        expectState(id, 2, true, 18);
    }

    function test_closeOfAFullyPaidEscrowReturnsNothing() public {
        for (uint8 slot = 0; slot < 5; slot++) release(id, slot, doer);
        close(someTerms());
        equal(token.balanceOf(funder), before, "funder");
        expectState(id, 5, true, 31);
    }

    function test_closeDoesNotUseTheDailyLimit() public {
        close(someTerms());
        equal(escrow.availableToday(), LIMIT, "available");
    }

    function test_theFunderCannotClose() public {
        vm.expectRevert(oneWord(OperatorLedger.NotOperator.selector, funder));
        vm.prank(funder);
        escrow.close(someTerms());
    }

    function test_aClosedEscrowCannotBeClosedOrFundedAgain() public {
        close(someTerms());
        expectCloseReverts(someTerms(), oneWord(ITaskEscrow.AlreadyClosed.selector, id));
        vm.expectRevert(oneWord(ITaskEscrow.AlreadyFunded.selector, id));
        vm.prank(funder);
        escrow.fund(someTerms());
    }

    function testFuzz_closeWithTermsThatWereNotFundedReverts(address funder_, uint96 reward, uint8 slots) public {
        ITaskEscrow.Terms memory terms = someTerms();
        (terms.funder, terms.reward, terms.slots) = (funder_, reward, slots);
        if (idOf(terms) == id) terms.funder = stranger;
        expectCloseReverts(terms, oneWord(ITaskEscrow.UnknownEscrow.selector, idOf(terms)));
    }

    function expectCloseReverts(ITaskEscrow.Terms memory terms, bytes memory reason) private {
        vm.expectRevert(reason);
        close(terms);
    }
}
