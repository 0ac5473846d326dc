// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ITaskEscrow} from "../../contracts/ITaskEscrow.sol";
import {OperatorLedger} from "../../contracts/OperatorLedger.sol";
import {FundedEscrowTest} from "./support/EscrowTest.sol";

contract RefundTest is FundedEscrowTest {
    function test_anyAccountCanRefundTheFunderFromRefundableAtOn() public {
        release(id, 0, doer);
        vm.warp(REFUNDABLE_AT);
        vm.expectEmit(address(escrow));
        emit ITaskEscrow.Closed(id, funder, 40 * TAX);
        refund(stranger);
        equal(token.balanceOf(funder) - before, 40 * TAX, "returned");
        equal(token.balanceOf(stranger), 0, "stranger");
        expectState(id, 1, true, 1);
        equal(escrow.totalHeld(), 0, "held");
    }

    function test_refundRevertsOneSecondBeforeRefundableAt() public {
        vm.warp(REFUNDABLE_AT - 1);
        vm.expectRevert(abi.encodeWithSelector(ITaskEscrow.NotRefundableYet.selector, id, REFUNDABLE_AT));
        refund(funder);
    }

    function test_refundWorksWithoutOperatorAndGuardianWhilePaused() public {
        vm.startPrank(owner);
        escrow.pause();
        escrow.setOperator(address(0));
        escrow.setGuardian(address(0));
        vm.stopPrank();
        applyLater(OperatorLedger.Setting.Guardian);
        vm.warp(REFUNDABLE_AT);
        refund(stranger);
        equal(token.balanceOf(funder) - before, 50 * TAX, "returned");
    }

    function test_aSecondRefundReverts() public {
        vm.warp(REFUNDABLE_AT);
        refund(funder);
        vm.expectRevert(oneWord(ITaskEscrow.AlreadyClosed.selector, id));
        refund(funder);
    }

    function test_releaseAfterARefundReverts() public {
        vm.warp(REFUNDABLE_AT);
        refund(funder);
        vm.expectRevert(oneWord(ITaskEscrow.AlreadyClosed.selector, id));
        release(id, 0, doer);
    }

    function testFuzz_refundWithAnEarlierRefundableAtReverts(uint64 refundableAt) public {
        ITaskEscrow.Terms memory terms = someTerms();
        terms.refundableAt = refundableAt % uint64(NOW);
        vm.expectRevert(oneWord(ITaskEscrow.UnknownEscrow.selector, idOf(terms)));
        escrow.refund(terms);
    }

    function refund(address caller) private {
        vm.prank(caller);
        escrow.refund(someTerms());
    }
}
