// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {ITaskEscrow} from "../../contracts/ITaskEscrow.sol";
import {TaxToken} from "../../contracts/TaxToken.sol";
import {EscrowTest} from "./support/EscrowTest.sol";

contract FundTest is EscrowTest {
    function test_theFunderPaysRewardTimesSlots() public {
        uint256 before = token.balanceOf(funder);
        bytes32 id = fund(someTerms());
        equal(before - token.balanceOf(funder), 50 * TAX, "paid");
        equal(token.balanceOf(address(escrow)), 50 * TAX, "balance");
        equal(escrow.totalHeld(), 50 * TAX, "held");
        (uint96 reward, uint8 slots,,,) = escrow.escrows(id);
        equal(reward, 10 * TAX, "reward");
        equal(slots, 5, "slots");
        expectState(id, 0, false, 0);
    }

    function test_theEventTellsAllTerms() public {
        ITaskEscrow.Terms memory terms = someTerms();
        vm.expectEmit(address(escrow));
        emit ITaskEscrow.Funded(
            idOf(terms), funder, terms.reward, terms.slots, terms.refundableAt, terms.salt
        );
        fund(terms);
    }

    function test_theIdIsTheHashOfTheTerms() public view {
        require(escrow.escrowId(someTerms()) == idOf(someTerms()), "another id");
    }

    function testFuzz_anyGoodTermsAreHeldAsTheyAre(uint96 reward, uint8 slots, uint64 refundableAt, bytes32 salt)
        public
    {
        ITaskEscrow.Terms memory terms = termsOf(1 + reward % 1000, 1 + slots % 100, salt);
        if (refundableAt > block.timestamp) terms.refundableAt = refundableAt;
        bytes32 id = fund(terms);
        (uint96 held, uint8 of_, uint8 paid, bool closed, uint128 bitmap) = escrow.escrows(id);
        require(held == terms.reward && of_ == terms.slots && paid == 0 && !closed && bitmap == 0, "state");
        equal(escrow.totalHeld(), uint256(terms.reward) * terms.slots, "held");
    }

    function test_nobodyFundsForSomebodyElse() public {
        vm.expectRevert(abi.encodeWithSelector(ITaskEscrow.NotFunder.selector, stranger, funder));
        vm.prank(stranger);
        escrow.fund(someTerms());
    }

    function test_aRewardOfZeroIsRefused() public {
        ITaskEscrow.Terms memory terms = someTerms();
        terms.reward = 0;
        expectRefused(terms, oneWord(ITaskEscrow.InvalidReward.selector, uint256(0)));
    }

    function test_aRewardOfAFractionIsRefused() public {
        ITaskEscrow.Terms memory terms = someTerms();
        terms.reward = uint96(TAX + 1);
        expectRefused(terms, oneWord(ITaskEscrow.InvalidReward.selector, TAX + 1));
    }

    function testFuzz_nobodyElseFunds(address caller) public {
        if (caller == funder) return;
        vm.expectRevert(abi.encodeWithSelector(ITaskEscrow.NotFunder.selector, caller, funder));
        vm.prank(caller);
        escrow.fund(someTerms());
    }

    function test_noSlotsAreRefused() public {
        ITaskEscrow.Terms memory terms = someTerms();
        terms.slots = 0;
        expectRefused(terms, oneWord(ITaskEscrow.InvalidSlots.selector, uint256(0)));
    }

    function test_aHundredSlotsAreTakenAndOneMoreRefused() public {
        fund(termsOf(1, 100, "a hundred"));
        expectRefused(termsOf(1, 101, "one more"), oneWord(ITaskEscrow.InvalidSlots.selector, uint256(101)));
    }

    function test_aTimeOfRefundThatHasComeIsRefused() public {
        ITaskEscrow.Terms memory terms = someTerms();
        terms.refundableAt = uint64(block.timestamp);
        expectRefused(
            terms,
            abi.encodeWithSelector(ITaskEscrow.InvalidRefundableAt.selector, terms.refundableAt, block.timestamp)
        );
        terms.refundableAt++;
        fund(terms);
    }

    function test_theSameTermsAreFundedOnce() public {
        bytes32 id = fund(someTerms());
        expectRefused(someTerms(), oneWord(ITaskEscrow.AlreadyFunded.selector, id));
    }

    function test_anotherSaltMakesAnotherEscrow() public {
        fund(someTerms());
        fund(termsOf(10, 5, "another task"));
        equal(escrow.totalHeld(), 100 * TAX, "held");
    }

    function test_withoutAnAllowanceNothingIsFunded() public {
        vm.prank(funder);
        token.approve(address(escrow), 49 * TAX);
        expectRefused(
            someTerms(),
            abi.encodeWithSelector(
                IERC20Errors.ERC20InsufficientAllowance.selector, address(escrow), 49 * TAX, 50 * TAX
            )
        );
        equal(escrow.totalHeld(), 0, "held");
    }

    function test_moreThanTheLedgerCanCountIsRefused() public {
        token = TaxToken(deploy("TaxToken", abi.encode(funder, 2 ** 50 * TAX)));
        escrow = newEscrow(address(token));
        vm.prank(funder);
        token.approve(address(escrow), type(uint256).max);
        fund(termsOf(2 ** 36, 15, "nearly all"));
        fund(termsOf(2 ** 36 - 1, 1, "the rest"));
        vm.prank(funder);
        vm.expectRevert(abi.encodeWithSignature("SafeCastOverflowedUintDowncast(uint8,uint256)", 40, 2 ** 40));
        escrow.fund(termsOf(1, 1, "one more"));
    }

    function expectRefused(ITaskEscrow.Terms memory terms, bytes memory reason) private {
        vm.expectRevert(reason);
        vm.prank(funder);
        escrow.fund(terms);
    }
}
